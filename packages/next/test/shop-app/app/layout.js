/** Without a page of its own, the app has only routes, and the page of an unknown address. */
export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
