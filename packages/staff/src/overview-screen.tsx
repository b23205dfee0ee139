import { fillText } from "@pay-index/core/staff";
import type { StaffOverview } from "@pay-index/server/staff";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Chart } from "./chart.tsx";
import { Loaded } from "./list-parts.tsx";
import { Backlog, useOpenItems } from "./open-items.tsx";
import {
  type AttemptFigures,
  addUp,
  durationText,
  durationUnit,
  lastDays,
  moneyByCurrency,
  unitText,
} from "./overview-figures.ts";
import type { ExportPeriod } from "./staff-client.ts";
import { useStaff } from "./staff-provider.tsx";
import { moneyText } from "./staff-texts.ts";

/** The lengths of the period, in days. The shop counts the last 90 days. */
const periods = ["7", "30", "90"];

/** How payments went in the last days, what waits for staff, and the export. */
export function OverviewScreen() {
  const { kit, client, words, navigation } = useStaff();
  const { overview } = words;
  const { days = "30", variant = "" } = navigation.params;
  const period = periods.includes(days) ? days : "30";
  const query = useQuery({
    queryKey: ["overview", period],
    queryFn: ({ signal }) => client.overview(Number(period), signal),
  });
  const variants = [...new Set((query.data?.days ?? []).map((each) => each.variant))].sort();
  return (
    <kit.Page
      title={overview.title}
      testId="pay-index-overview"
      actions={
        <>
          <kit.Select
            id="pay-index-period"
            label={overview.period}
            value={period}
            options={periods.map((value) => ({ value, text: fillText(overview.days, { days: value }) }))}
            onChange={(value) => navigation.navigate({ days: value, variant })}
          />
          <kit.Select
            id="pay-index-variant"
            label={overview.variant}
            value={variant}
            options={[
              { value: "", text: words.page.all },
              ...variants.map((value) => ({ value, text: value })),
            ]}
            onChange={(value) => navigation.navigate({ days: period, variant: value })}
          />
        </>
      }
    >
      <Loaded query={query}>
        {({ days: counted, money }) => (
          <Figures
            period={lastDays(Number(period), new Date())}
            overview={
              // Money is not counted by variant.
              variant === ""
                ? { days: counted, money }
                : { days: counted.filter((each) => each.variant === variant), money: [] }
            }
          />
        )}
      </Loaded>
      <Export />
    </kit.Page>
  );
}

interface FiguresProps {
  /** The days of the period, oldest first. */
  readonly period: readonly string[];
  readonly overview: StaffOverview;
}

function Figures({ period, overview }: FiguresProps) {
  const { kit, words } = useStaff();
  const { days, money } = overview;
  const byDay = period.map((day) => addUp(days.filter((each) => each.day === day)));
  return (
    <>
      <Summary overview={overview} />
      {days.length === 0 && (
        <kit.Text role="status" look="muted">
          {words.overview.noAttempts}
        </kit.Text>
      )}
      {days.length > 0 && <AttemptChart period={period} byDay={byDay} days={days} />}
      {days.length > 0 && <TimeChart period={period} byDay={byDay} />}
      {moneyByCurrency(money).map(({ currency }) => (
        <MoneyChart key={currency} currency={currency} period={period} money={money} />
      ))}
    </>
  );
}

/** The figures of the whole period. */
function Summary({ overview: { days, money } }: Pick<FiguresProps, "overview">) {
  const { kit, words, language } = useStaff();
  const { overview, states, health } = words;
  const waiting = useOpenItems();
  const { started, paid, declined, abandoned, secondsToPaid, secondsToNotification } = addUp(days);
  const share = new Intl.NumberFormat(language, { style: "percent" });
  const counted = (count: number) => (started === 0 ? count : `${count} (${share.format(count / started)})`);
  const duration = (seconds: number | null) => (seconds === null ? "–" : durationText(seconds, language));
  return (
    <kit.Section>
      <kit.Facts
        isInline
        facts={[
          { name: overview.started, value: started },
          { name: states.paid, value: counted(paid) },
          { name: overview.declined, value: counted(declined) },
          { name: overview.abandoned, value: counted(abandoned) },
          { name: overview.untilPaid, value: duration(secondsToPaid) },
          { name: overview.untilNotification, value: duration(secondsToNotification) },
          { name: overview.paidMoney, value: moneyByCurrency(money).map(moneyText).join(" · ") || "–" },
        ]}
      />
      {waiting !== undefined && (
        <kit.Facts facts={[{ name: health.openItems, value: <Backlog of={waiting} /> }]} />
      )}
    </kit.Section>
  );
}

interface ByDayProps {
  readonly period: readonly string[];
  readonly byDay: readonly AttemptFigures[];
}

/** The attempts by day. The table has also the variant of each. */
function AttemptChart({ period, byDay, days }: ByDayProps & Pick<StaffOverview, "days">) {
  const { words } = useStaff();
  const { overview, states } = words;
  const { day, variant, started, declined, abandoned } = overview;
  return (
    <Chart
      title={overview.attempts}
      kind="bars"
      days={period}
      format={String}
      series={[
        { name: states.paid, look: "solid", values: byDay.map((each) => each.paid) },
        { name: declined, look: "hatched", values: byDay.map((each) => each.declined) },
        { name: abandoned, look: "dotted", values: byDay.map((each) => each.abandoned) },
      ]}
      note={overview.abandonedMeaning}
      textColumns={2}
      columns={[day, variant, started, states.paid, declined, abandoned]}
      rows={days.map((each) => [
        ...[each.day, each.variant, each.started],
        ...[each.paid, each.declined, each.abandoned],
      ])}
    />
  );
}

function TimeChart({ period, byDay }: ByDayProps) {
  const { words, language } = useStaff();
  const { overview } = words;
  const times = [
    { name: overview.untilPaid, look: "solid", seconds: byDay.map((each) => each.secondsToPaid) },
    {
      name: overview.untilNotification,
      look: "hatched",
      seconds: byDay.map((each) => each.secondsToNotification),
    },
  ] as const;
  const { unit, length } = durationUnit(Math.max(...times.flatMap(({ seconds }) => seconds.map(Number))));
  const text = (value: number | null = null) => (value === null ? "" : durationText(value, language));
  return (
    <Chart
      title={overview.times}
      kind="lines"
      days={period}
      format={(value) => unitText(value, unit, language)}
      series={times.map(({ seconds, ...each }) => ({
        ...each,
        values: seconds.map((value) => value && value / length),
      }))}
      columns={[overview.day, ...times.map(({ name }) => name)]}
      rows={period.map((day, index) => [day, ...times.map(({ seconds }) => text(seconds[index]))])}
    />
  );
}

interface MoneyChartProps extends Pick<StaffOverview, "money"> {
  readonly currency: string;
  readonly period: readonly string[];
}

function MoneyChart({ currency, period, money }: MoneyChartProps) {
  const { words, language } = useStaff();
  const { overview } = words;
  const ofCurrency = money.filter(({ paid }) => paid.currency === currency);
  const amountOf = (day: string) => Number(ofCurrency.find((each) => each.day === day)?.paid.amount ?? 0);
  const format = new Intl.NumberFormat(language, { notation: "compact" });
  return (
    <Chart
      title={`${overview.money} (${currency})`}
      kind="bars"
      days={period}
      format={(value) => format.format(value)}
      series={[{ name: currency, look: "solid", values: period.map(amountOf) }]}
      columns={[overview.day, currency, overview.payments]}
      rows={ofCurrency.map(({ day, paid, count }) => [day, paid.amount, count])}
    />
  );
}

const exportKinds = ["payments", "refunds", "review-items"] as const;

/** Downloads a period as a file for spreadsheets. */
function Export() {
  const { kit, client, words } = useStaff();
  const { overview } = words;
  const [first = "", last = ""] = [lastDays(30, new Date())[0], lastDays(1, new Date())[0]];
  const [period, setPeriod] = useState<ExportPeriod>({ of: "payments", from: first, to: last });
  const isComplete = period.from !== "" && period.to >= period.from;
  return (
    <kit.Section title={overview.export}>
      <kit.Row>
        <kit.Select
          id="pay-index-export"
          label={overview.exportOf}
          value={period.of}
          options={exportKinds.map((value) => ({ value, text: overview.exports[value] }))}
          onChange={(value) =>
            setPeriod({ ...period, of: exportKinds.find((each) => each === value) ?? "payments" })
          }
        />
        {(["from", "to"] as const).map((name) => (
          <kit.TextField
            key={name}
            id={`pay-index-export-${name}`}
            type="date"
            label={overview[name]}
            value={period[name]}
            onChange={(value) => setPeriod({ ...period, [name]: value })}
          />
        ))}
        {isComplete && (
          <kit.Link isDownload to={client.exportUrl(period)}>
            {overview.download}
          </kit.Link>
        )}
      </kit.Row>
    </kit.Section>
  );
}
