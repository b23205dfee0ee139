import { attemptGroups } from "@pay-index/core/staff";
import type { AttemptList, ListedAttempt } from "@pay-index/server/staff";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { attemptTones, FirstPeriodPrice } from "./attempt-section.tsx";
import { AskGatewayButton, GatewayAnswers, useGatewayQuery } from "./gateway-query.tsx";
import {
  Instant,
  Loaded,
  OrderSummary,
  Pager,
  SearchForm,
  searchPattern,
  useListAddress,
  usePaymentHref,
} from "./list-parts.tsx";
import { RowCheckbox, SelectableList, type Selection, useSelection } from "./selectable-list.tsx";
import { useStaff } from "./staff-provider.tsx";

/** The number of attempts on a page. */
const pageSize = 50;

const addressPatterns = {
  group: new RegExp(`^(?:${attemptGroups.join("|")})$`),
  q: searchPattern,
  day: /^\d{4}-\d\d-\d\d$/,
  after: /^.{1,100}$/,
};

type ListAddress = ReturnType<typeof useListAddress<keyof typeof addressPatterns>>;

/** The attempts of all payments, also those that are open or failed: the newest first. */
export function AttemptsScreen() {
  const { kit, client, words } = useStaff();
  const { attemptList } = words;
  const address = useListAddress(addressPatterns, "after");
  const { group, q, day, after, go } = address;
  const query = useQuery({
    queryKey: ["attempts", group, q, day, after],
    queryFn: ({ signal }) => client.attempts({ group, q, day, after, limit: pageSize }, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <kit.Page
      title={attemptList.title}
      testId="pay-index-attempts"
      actions={<AttemptFilter address={address} />}
    >
      <Loaded query={query}>
        {({ attempts, next }) => (
          <>
            <AttemptRows attempts={attempts} isFiltered={address.isFiltered} />
            <Pager
              label={attemptList.title}
              back={{ text: attemptList.newest, go: after === "" ? undefined : () => go({}) }}
              forward={{ text: attemptList.older, go: next === null ? undefined : () => go({ after: next }) }}
            />
          </>
        )}
      </Loaded>
    </kit.Page>
  );
}

/** Filters by a text that identifies an attempt or a buyer, by the group of the state, and by the day of the start. */
function AttemptFilter({ address: { q, group, day, go } }: { readonly address: ListAddress }) {
  const { kit, words } = useStaff();
  const { attemptList, page, overview } = words;
  const groups = attemptGroups.map((value) => ({ value, text: attemptList.groups[value] }));
  return (
    <>
      <SearchForm text={q} placeholder={attemptList.searchExample} onSearch={(text) => go({ q: text })} />
      <kit.Select
        id="pay-index-group"
        label={page.show}
        value={group}
        options={[{ value: "", text: page.all }, ...groups]}
        onChange={(value) => go({ group: value })}
      />
      <kit.TextField
        id="pay-index-day"
        type="date"
        label={overview.day}
        value={day}
        onChange={(value) => go({ day: value })}
      />
    </>
  );
}

interface AttemptRowsProps extends Pick<AttemptList, "attempts"> {
  /** Whether a filter limits the attempts. */
  readonly isFiltered: boolean;
}

/** The attempts of a page. They can be selected if the shop can ask the gateway about them. */
function AttemptRows({ attempts, isFiltered }: AttemptRowsProps) {
  const { kit, words } = useStaff();
  const { attemptList } = words;
  const selection = useSelection(attempts, attemptIdOf);
  const query = useGatewayQuery(() => selection.replace([]));
  const selectable = query.isPossible ? selection : undefined;
  return (
    <SelectableList
      ids={attempts.map(attemptIdOf)}
      selection={selectable}
      actions={
        <kit.Button
          look="primary"
          isPending={query.isPending}
          onPress={() => query.ask(selection.chosen.map(attemptIdOf))}
        >
          {words.query.ask}
        </kit.Button>
      }
      results={<GatewayAnswers answers={query.answers} />}
      label={attemptList.title}
      empty={isFiltered ? attemptList.noMatches : attemptList.noAttempts}
    >
      {attempts.map((attempt) => (
        <AttemptRow key={attempt.attemptId} attempt={attempt} selection={selectable} />
      ))}
    </SelectableList>
  );
}

interface AttemptRowProps {
  readonly attempt: ListedAttempt;
  /** Undefined if attempts cannot be selected. */
  readonly selection: Selection<ListedAttempt> | undefined;
}

/** One attempt of the list, with a link to its payment. */
function AttemptRow({ attempt, selection }: AttemptRowProps) {
  const { kit, words } = useStaff();
  const { states, attemptList, page } = words;
  const { attemptId, state, order, chargedAmount, amount, transactionIds } = attempt;
  const paymentHref = usePaymentHref();
  const isTotalNamed = chargedAmount.amount !== amount.amount;
  const details = [
    attempt.variant,
    attempt.reference,
    attempt.merchant === null ? "" : `${page.merchant}: ${attempt.merchant}`,
    transactionIds.length === 0 ? "" : `${attemptList.transactions}: ${transactionIds.join(", ")}`,
  ];
  return (
    <kit.ListItem
      data={{ "data-state": state, "data-attempt": attemptId }}
      selection={selection && <RowCheckbox id={attemptId} name={attemptId} selection={selection} />}
    >
      <kit.Row isSpread>
        <kit.Link to={paymentHref(attempt)}>
          {page.attemptId}: {attemptId}
        </kit.Link>
        <kit.Text look="muted">
          {attemptList.started}: <Instant at={attempt.startedAt} />
        </kit.Text>
      </kit.Row>
      <kit.Row>
        <kit.Badge tone={attemptTones[state]}>{states[state]}</kit.Badge>
        {attempt.hasOpenReviewItems && <kit.Badge tone="bad">{attemptList.reviewItemOpen}</kit.Badge>}
      </kit.Row>
      <OrderSummary
        // The total of the order is the price of each later cycle, which the next line names.
        order={isTotalNamed && order !== null ? { ...order, total: null } : order}
        amount={chargedAmount}
      />
      <FirstPeriodPrice prices={attempt} />
      <kit.Text look="muted">{details.filter(Boolean).join(" · ")}</kit.Text>
      <kit.Row>
        <AskGatewayButton attemptId={attemptId} />
      </kit.Row>
    </kit.ListItem>
  );
}

function attemptIdOf({ attemptId }: ListedAttempt): string {
  return attemptId;
}
