import type Stripe from 'stripe'
import { hasTakenMoney, type DisputeRecord, type RefundRecord } from '../state/records.ts'

export function refundView(refund: RefundRecord) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    ...(refund.failureReason && { failure_reason: refund.failureReason }),
    metadata: refund.metadata,
    payment_intent: refund.paymentIntent,
    payment_method: null,
    ...(refund.status === 'pending' && { pending_reason: 'processing' as const }),
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  } satisfies Stripe.Refund
}

/** The sandbox stores no evidence, so all of its fields are empty. */
const noEvidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

const answerDays = 20

function withdrawal({ id, amount, created, currency }: DisputeRecord) {
  return {
    id: id.replace('du_', 'txn_'),
    object: 'balance_transaction',
    amount: -amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: -amount,
    reporting_category: 'dispute',
    source: id,
    status: 'available',
    type: 'adjustment',
  } satisfies Stripe.BalanceTransaction
}

export function disputeView(dispute: DisputeRecord) {
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: hasTakenMoney(dispute) ? [withdrawal(dispute)] : [],
    charge: dispute.charge,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: dispute.created + answerDays * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    // During an inquiry and after a win, the account has the money.
    is_charge_refundable: dispute.status === 'won' || dispute.status.startsWith('warning_'),
    livemode: false,
    metadata: dispute.metadata,
    network_reason_code: null,
    payment_intent: dispute.paymentIntent,
    reason: dispute.reason,
    status: dispute.status,
  } satisfies Stripe.Dispute
}
