import { createRoot } from "react-dom/client";
import { PlainApp } from "./plain-app.tsx";

// The entry of the static app. The API is below the address of the page.
const root = document.getElementById("staff");
if (root !== null) createRoot(root).render(<PlainApp baseUrl="api/" />);
