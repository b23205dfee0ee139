import {
  attemptListSchema,
  healthSchema,
  overviewSchema,
  paymentLinkListSchema,
  reviewQueueSchema,
  staffPaymentSchema,
  staffSessionSchema,
} from "@pay-index/server/staff";
import { expect, test } from "vitest";
import * as answers from "./fixtures/staff-answers.ts";

test("the answers of the fixtures are those of the staff API", () => {
  expect(staffSessionSchema.parse(answers.session)).toEqual(answers.session);
  expect(attemptListSchema.parse(answers.attempts)).toEqual(answers.attempts);
  expect(staffPaymentSchema.parse(answers.payment)).toEqual(answers.payment);
  expect(reviewQueueSchema.parse(answers.queue)).toEqual(answers.queue);
  expect(paymentLinkListSchema.parse(answers.paymentLinks)).toEqual(answers.paymentLinks);
  expect(healthSchema.parse(answers.health)).toEqual(answers.health);
  const overview = answers.overviewBefore(new Date("2026-11-28T12:00:00Z"));
  expect(overviewSchema.parse(overview)).toEqual(overview);
});
