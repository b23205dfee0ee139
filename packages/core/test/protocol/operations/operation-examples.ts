import { Secret } from "../../../src/secret.ts";

// Each sign was made by the md5sum command of GNU coreutils from a text that was written by hand, and by no code of this repository:
//
//   printf '%s' 'pay_memberid=10002&pay_orderid=00000000000000000001&key=sandbox-hosted-key' | md5sum | cut -c1-32 | tr a-f A-F

export const subject = { merchantId: "10002", attemptId: "00000000000000000001" };

const key = new Secret("sandbox-hosted-key");
export const signing = { key };

export const expectedReply = { ...subject, keys: { current: key, previous: [] } };

const named = { memberid: "10002", orderid: "00000000000000000001" };

/** Honest replies, as the family documents them. */
export const replies = {
  paid: {
    ...named,
    amount: "19.99",
    true_amount: "19.99",
    currency: "USD",
    time_end: "2026-01-02 03:04:05",
    transaction_id: "T1",
    returncode: "00",
    trade_state: "SUCCESS",
    sign: "003CF18332DFA55A9B863F982EC81A2D",
  },
  /** Without a currency and a transaction, as the family answers an order that is not paid. */
  unpaid: {
    ...named,
    amount: "19.90",
    returncode: "00",
    trade_state: "NOTPAY",
    sign: "7B1C8AE1F382871B92CE0E8C22B33951",
  },
  refundAccepted: {
    ...named,
    transaction_id: "T1",
    currency: "USD",
    amount: "19.99",
    refund_orderid: "R1",
    refund_amount: "5.00",
    refund_reason: "wrong size",
    returncode: "00",
    refund_message: "V0000:OK",
    sign: "A1EE1903C7FD5C93D627426668D9675A",
  },
  refundRefused: {
    ...named,
    transaction_id: "T1",
    currency: "USD",
    amount: "19.99",
    refund_orderid: null,
    refund_amount: "5.00",
    refund_reason: "wrong size",
    returncode: "11",
    refund_message: "V0011:ERROR",
    sign: "DE428B0DED408B8C092034F9FD59F786",
  },
  refunded: {
    ...named,
    transaction_id: "T1",
    currency: "USD",
    refund_orderid: "R1",
    refund_amount: "5.00",
    refund_status: "1",
    refund_message: "V0000:OK",
    sign: "76903BC39EB946CE20EE0E5B099677A5",
  },
  cancelled: {
    ...named,
    status: "success",
    msg: "Unsubscribe successfully",
    subscribe_time: 1767322845,
    last_payment_time: 1767322845,
    payment_transaction_id: null,
    payment_period_count: 3,
    sign: "19ED84DCD9CC07680066B0554B863BA1",
  },
} as const;

/** An honest message of the dispute webhook. Its text for people contains `&`. */
export const chargeback = {
  ...named,
  transaction_id: "T1",
  amount: "19.99",
  refund_amount: "19.99",
  alert_content: "goods not received & unhappy",
  alert_datetime: "2026-01-05 10:00:00",
  alert_status: "00",
  alert_type: "Chargebacks",
  sign: "23993F2C00BD8969CA7AFBBE91667B84",
} as const;
