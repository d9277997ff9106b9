// GraphQL mutations that verify: one address, a synchronous batch, or a batch that is submitted.
import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import { sharingOf } from '../../features/verification/index.js'
import { batchAccepted } from '../batches/present.js'
import { BatchAccepted } from '../batches/types.js'
import { camel } from '../graphql/camel.js'
import type { GraphqlContext } from '../graphql/context.js'
import { SubmitBatchInput, VerifyBatchInput, VerifyEmailInput, VerifyEmailSignalsInput } from './inputs.js'
import { sharingHeaders, signalsResult, verificationResult } from './present.js'
import { submitBatchInput, verifyOptions } from './requests.js'
import { V2VerificationResult } from './signalTypes.js'
import { BatchVerification, VerificationResult } from './types.js'

@Resolver()
export class VerificationResolver {
  @Mutation(() => VerificationResult, { nullable: true, description: 'Verifies one address.' })
  async verifyEmail(
    @Arg('input', () => VerifyEmailInput, { description: 'The address and options.' }) input: VerifyEmailInput,
    @Ctx() context: GraphqlContext,
  ): Promise<VerificationResult> {
    const caller = context.caller()
    const body = context.check('verifyEmail', input)
    const { debug, share } = verifyOptions(body)
    const result = await context.verification.verifyEmail(
      caller,
      { email: body.email, debug, share, mailbox: body.mailbox === true },
      context.call(),
    )
    Object.assign(context.headers, sharingHeaders(sharingOf(caller, share)))
    return camel(verificationResult(result))
  }

  @Mutation(() => V2VerificationResult, {
    nullable: true,
    description: 'Verifies one address and returns typed signals and a recommended decision (beta).',
  })
  async verifyEmailSignals(
    @Arg('input', () => VerifyEmailSignalsInput, { description: 'The address.' }) input: VerifyEmailSignalsInput,
    @Ctx() context: GraphqlContext,
  ): Promise<V2VerificationResult> {
    const caller = context.caller()
    const { email, mailbox } = context.check('verifyEmailSignals', input)
    const verdict = await context.verification.verifyEmailSignals(
      caller,
      { email, mailbox: mailbox === true },
      context.call(),
    )
    return camel(signalsResult(email, verdict, context.requestId, context.baseUrl))
  }

  @Mutation(() => BatchVerification, { nullable: true, description: 'Verifies up to 1,000 addresses in one call.' })
  async verifyBatch(
    @Arg('input', () => VerifyBatchInput, { description: 'The addresses and options.' }) input: VerifyBatchInput,
    @Ctx() context: GraphqlContext,
  ): Promise<BatchVerification> {
    const caller = context.caller()
    const body = context.check('verifyBatch', input)
    const { debug, share } = verifyOptions(body)
    const { results, summary } = await context.verification.verifyBatch(
      caller,
      { emails: body.emails, debug, share },
      context.call(),
    )
    Object.assign(context.headers, sharingHeaders(sharingOf(caller, share)))
    return { results: results.map((result) => camel(verificationResult(result))), summary }
  }

  @Mutation(() => BatchAccepted, {
    nullable: true,
    description:
      'Submits up to 50,000 addresses (in a request of at most 1 MiB) for asynchronous verification; follow them with `batch` or `batchProgress`. The REST operation `verifyBulkAgent` accepts longer lists.',
  })
  async submitBatch(
    @Arg('input', () => SubmitBatchInput, { description: 'The addresses and options.' }) input: SubmitBatchInput,
    @Ctx() context: GraphqlContext,
  ): Promise<BatchAccepted> {
    const caller = context.caller()
    const batch = submitBatchInput(context.check('verifyBulkAgent', { ...input, async: true }))
    const view = await context.batches.submitBatch(caller, batch, context.call().actor)
    Object.assign(context.headers, sharingHeaders(sharingOf(caller, batch.share)))
    return camel(batchAccepted(view))
  }
}
