import { scaleBand, scaleLinear } from "d3-scale";
import { line, stack } from "d3-shape";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useStaff } from "./staff-provider.tsx";

/**
 * How a series is drawn. Each has a colour that can be seen on light and dark pages, and a pattern or dashes for those who cannot
 * tell the colours apart.
 */
const looks = {
  solid: { color: "#2f855a", pattern: undefined, dashes: undefined },
  hatched: { color: "#c05621", pattern: "M0 8 8 0", dashes: "6 4" },
  dotted: { color: "#718096", pattern: "M3 4h2", dashes: "2 3" },
} as const;

export interface Series {
  readonly name: string;
  readonly look: keyof typeof looks;
  /** The value of each day. Null: there is none. */
  readonly values: readonly (number | null)[];
}

interface ChartProps {
  readonly title: string;
  readonly kind: "bars" | "lines";
  /** Days in UTC, oldest first. */
  readonly days: readonly string[];
  readonly series: readonly Series[];
  /** Writes a value. */
  readonly format: (value: number) => string;
  /** The same figures as a table. Its first columns are texts: one, if nothing else is said. */
  readonly textColumns?: number;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
  /** What the figures mean. */
  readonly note?: string;
}

const height = 220;
const margin = { top: 10, bottom: 24, start: 64, end: 8 };

/** A chart by day, with its legend and its table. */
export function Chart({ title, textColumns = 1, columns, rows, note, ...plot }: ChartProps) {
  const { kit, words } = useStaff();
  const patternId = useId().replace(/\W/g, "");
  const [box, width] = useWidth();
  return (
    <kit.Section title={title}>
      <kit.Row>
        {plot.series.map(({ name, look }) => (
          <kit.Text key={name}>
            <svg width="14" height="14" aria-hidden="true">
              <rect width="14" height="14" {...paint(look, patternId)} />
            </svg>{" "}
            {name}
          </kit.Text>
        ))}
      </kit.Row>
      {/* Time goes from left to right in every language. */}
      <div ref={box} dir="ltr">
        <svg width={width} height={height} role="img" aria-label={title} fontSize="12">
          <Patterns id={patternId} />
          <Plot {...plot} width={width} patternId={patternId} />
        </svg>
      </div>
      <details>
        <summary>{words.overview.table}</summary>
        <kit.Table
          caption={title}
          columns={columns.map((name, index) => ({ name, isNumber: index >= textColumns }))}
          rows={rows}
        />
      </details>
      {note !== undefined && <kit.Text look="muted">{note}</kit.Text>}
    </kit.Section>
  );
}

/** The width of the element, in pixels. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
}

function paint(look: keyof typeof looks, patternId: string) {
  const { color, pattern } = looks[look];
  return { stroke: color, fill: pattern === undefined ? color : `url(#${patternId}${look})` };
}

function Patterns({ id }: { readonly id: string }) {
  return (
    <defs>
      {Object.entries(looks).map(([name, { color, pattern }]) => (
        <pattern key={name} id={`${id}${name}`} width="8" height="8" patternUnits="userSpaceOnUse">
          <path d={pattern} stroke={color} strokeWidth="2" />
        </pattern>
      ))}
    </defs>
  );
}

type PlotProps = Pick<ChartProps, "kind" | "days" | "series" | "format"> & {
  readonly width: number;
  readonly patternId: string;
};

function Plot({ kind, days, series, format, width, patternId }: PlotProps) {
  const { language } = useStaff();
  const sums = days.map((_, day) => series.reduce((sum, { values }) => sum + (values[day] ?? 0), 0));
  const largest =
    kind === "bars" ? Math.max(...sums) : Math.max(...series.flatMap(({ values }) => values.map(Number)));
  // Up to 4, the lines of the axis are whole numbers, as attempts and seconds are.
  const y = scaleLinear([0, Math.max(largest, 4)], [height - margin.bottom, margin.top]).nice(4);
  const x = scaleBand(days, [margin.start, width - margin.end]).padding(0.2);
  const dayFormat = new Intl.DateTimeFormat(language, { month: "short", day: "numeric", timeZone: "UTC" });
  const step = Math.ceil(days.length / Math.max(1, Math.floor(width / 90)));
  const dayText = (day: string) => dayFormat.format(new Date(day));
  const summaryOf = (day: string, index: number) =>
    [dayText(day), ...series.map(({ name, values }) => `${name}: ${format(values[index] ?? 0)}`)].join("\n");
  return (
    <>
      {y.ticks(4).map((value) => (
        <g key={value} transform={`translate(0 ${y(value)})`}>
          <path d={`M${margin.start} 0H${width - margin.end}`} stroke="currentColor" strokeOpacity="0.2" />
          <text x={margin.start - 8} dy="0.32em" textAnchor="end" fill="currentColor">
            {format(value)}
          </text>
        </g>
      ))}
      {kind === "bars" ? (
        <Bars {...{ days, series, x, y, patternId }} />
      ) : (
        <Lines {...{ days, series, x, y }} />
      )}
      {days.map((day, index) => (
        <g key={day} transform={`translate(${x(day) ?? 0} 0)`}>
          {index % step === 0 && (
            <text y={height - 6} fill="currentColor">
              {dayText(day)}
            </text>
          )}
          <rect width={x.bandwidth()} height={height - margin.bottom} fill="transparent">
            <title>{summaryOf(day, index)}</title>
          </rect>
        </g>
      ))}
    </>
  );
}

interface MarksProps extends Pick<PlotProps, "days" | "series"> {
  readonly x: ReturnType<typeof scaleBand<string>>;
  readonly y: ReturnType<typeof scaleLinear<number>>;
}

/** One bar for each day, with the series on top of one another. */
function Bars({ days, series, x, y, patternId }: MarksProps & Pick<PlotProps, "patternId">) {
  const layers = stack<string, Series>()
    .keys(series)
    .value((day, { values }) => values[days.indexOf(day)] ?? 0)(days);
  return layers.map(({ key, ...parts }) => (
    <g key={key.name} {...paint(key.look, patternId)}>
      {days.map((day, index) => {
        const [from, to] = parts[index] ?? [0, 0];
        return to === from ? null : (
          <rect key={day} x={x(day)} y={y(to)} width={x.bandwidth()} height={y(from) - y(to)} />
        );
      })}
    </g>
  ));
}

/** One line for each series. It has a gap on days without a value. */
function Lines({ days, series, x, y }: MarksProps) {
  const middle = (day: number) => (x(days[day] ?? "") ?? 0) + x.bandwidth() / 2;
  const path = line<number | null>(
    (_, day) => middle(day),
    (value) => y(value ?? 0),
  ).defined((value) => value !== null);
  return series.map(({ name, look, values }) => (
    <g key={name} stroke={looks[look].color} strokeWidth="2" fill={looks[look].color}>
      <path d={path(values) ?? ""} fill="none" strokeDasharray={looks[look].dashes} />
      {values.map((value, day) =>
        value === null ? null : <circle key={days[day]} cx={middle(day)} cy={y(value)} r="2" />,
      )}
    </g>
  ));
}
