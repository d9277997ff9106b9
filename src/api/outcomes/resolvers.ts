// GraphQL mutation and query of outcomes.
import { Arg, Args, ArgsType, Ctx, Field, Mutation, Query, Resolver } from 'type-graphql'
import type { QualityView } from '../../features/outcomes/index.js'
import { camel } from '../graphql/camel.js'
import type { GraphqlContext } from '../graphql/context.js'
import { DateTime } from '../graphql/dateTime.js'
import { AS_OF } from '../past.js'
import { RecordOutcomesInput } from './inputs.js'
import { outcomeInputs } from './present.js'
import { OutcomeQuality, OutcomesReceived } from './types.js'

@ArgsType()
class OutcomeQualityArgs {
  @Field(() => String, {
    nullable: true,
    description: 'First UTC month, such as `2026-01`. Default: eleven months before the last.',
  })
  readonly from?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Last UTC month; at most 120 months. Default: the current one.',
  })
  readonly to?: string | null

  @Field(() => DateTime, { nullable: true, description: AS_OF })
  readonly asOf?: Date | null
}

@Resolver()
export class OutcomesResolver {
  @Mutation(() => OutcomesReceived, {
    nullable: true,
    description:
      'Reports what became of addresses, which are hashed at once. What was reported before changes nothing; of contradicting outcomes the latest decides.',
  })
  async recordOutcomes(
    @Arg('input', () => RecordOutcomesInput, { description: 'What became of which addresses, up to 1,000.' })
    input: RecordOutcomesInput,
    @Ctx() { outcomes, caller, call, check }: GraphqlContext,
  ): Promise<OutcomesReceived> {
    const body = check('recordOutcomes', input)
    const received = await outcomes.recordOutcomes(caller(), { outcomes: outcomeInputs(body.outcomes) }, call().actor)
    return { success: true, ...received }
  }

  @Query(() => OutcomeQuality, {
    nullable: true,
    description:
      "Counts the account's verifications with good and bad outcomes, by decision and reason, in the UTC months of the verifications. Sandbox keys see zeros.",
  })
  async outcomeQuality(
    @Args(() => OutcomeQualityArgs) { from, to, asOf }: OutcomeQualityArgs,
    @Ctx() { outcomes, past, caller, call }: GraphqlContext,
  ): Promise<OutcomeQuality> {
    const { getOutcomeQuality } = asOf ? await past.outcomes(caller(), asOf, call().signal) : outcomes
    const view = await getOutcomeQuality(caller(), { from: from ?? undefined, to: to ?? undefined })
    return { ...view, total: counts(view.total), months: view.months.map((each) => ({ ...each, ...counts(each) })) }
  }
}

const counts = (view: QualityView) => ({ ...view, outcomes: camel(view.outcomes) })
