// GraphQL queries and mutations of an account's own rules and lists.
import { Arg, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql'
import type { PastRules } from '../../features/rules/index.js'
import { parseJson } from '../../httpMessages/jsonBody.js'
import { Failure, invalidAt, rejectParameter } from '../../kernel/failure.js'
import { camel } from '../graphql/camel.js'
import type { Connection } from '../graphql/connection.js'
import { RulesVersionConnection } from '../graphql/connections.js'
import type { GraphqlContext } from '../graphql/context.js'
import { DateTime } from '../graphql/dateTime.js'
import { orNull } from '../graphql/orNull.js'
import { toConnection } from '../graphql/page.js'
import { AS_OF } from '../past.js'
import {
  ActivateRulesInput,
  ListArgs,
  PutListInput,
  PutRulesDraftInput,
  RollbackRulesInput,
  VersionsArgs,
} from './inputs.js'
import {
  comparisonBody,
  draftBody,
  listBody,
  liveBody,
  rulesBody,
  versionBody,
  withText,
  withTexts,
} from './present.js'
import {
  AccountList,
  AccountRules,
  LiveRules,
  RulesComparison,
  RulesDraft,
  RulesVersionRules,
  type RulesVersionSummary,
} from './types.js'

@Resolver()
export class RulesResolver {
  @Query(() => AccountRules, {
    nullable: true,
    description: "The account's own rules: those that decide, and the draft. Sandbox keys see none.",
  })
  async rules(
    @Arg('asOf', () => DateTime, { nullable: true, description: AS_OF }) asOf: Date | null | undefined,
    @Ctx() context: GraphqlContext,
  ): Promise<AccountRules> {
    const { getRules } = await rulesAt(asOf, context)
    const { live, draft } = rulesBody(await getRules(context.caller()))
    return camel({ live: withTexts(live), ...(draft && { draft: withTexts(draft) }) })
  }

  @Query(() => RulesVersionConnection, {
    nullable: true,
    description: 'The versions that were activated, newest first.',
  })
  async rulesVersions(
    @Args(() => VersionsArgs) args: VersionsArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<Connection<RulesVersionSummary>> {
    const { listVersions } = await rulesAt(args.asOf, context)
    const page = { limit: args.first, cursor: args.after ?? undefined }
    const { versions, cursors, total, nextCursor } = await listVersions(context.caller(), page)
    const items = versions.map((node, index) => ({ cursor: cursors[index]!, node }))
    return toConnection({ items, more: nextCursor !== null, count: () => total }, args)
  }

  @Query(() => RulesVersionRules, {
    nullable: true,
    description: 'A version that was activated; null if there is none.',
  })
  async rulesVersion(
    @Arg('version', () => Int, { description: 'Counts from 1.' }) version: number,
    @Ctx() { rules, caller }: GraphqlContext,
  ): Promise<RulesVersionRules | null> {
    const found = await orNull(rules.getVersion(caller(), version))
    return found && camel(withTexts(versionBody(found)))
  }

  @Query(() => RulesComparison, { nullable: true, description: 'What differs between two versions of the rules.' })
  async rulesComparison(
    @Arg('from', () => Int, { nullable: true, description: 'The version before. Default: the live one.' })
    from: number | null,
    @Arg('to', () => Int, { nullable: true, description: 'The version after. Default: the draft.' }) to: number | null,
    @Ctx() { rules, caller }: GraphqlContext,
  ): Promise<RulesComparison> {
    const versions = { from: from ?? undefined, to: to ?? undefined }
    for (const [name, version] of Object.entries(versions)) {
      if (version !== undefined && version < 1) rejectParameter(name, 'must be at least 1')
    }
    const { changes, ...compared } = comparisonBody(await rules.compareVersions(caller(), versions))
    const texts = changes.map(({ before, after, ...change }) => ({
      ...change,
      ...(before && { before: withText(before) }),
      ...(after && { after: withText(after) }),
    }))
    return camel({ ...compared, changes: texts })
  }

  @Query(() => AccountList, {
    nullable: true,
    description: "One of the account's own lists: its size, and its domains in order. Sandbox keys see it empty.",
  })
  async list(
    @Args(() => ListArgs) { kind, limit, cursor, asOf }: ListArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<AccountList> {
    const { getList } = await rulesAt(asOf, context)
    return camel(listBody(await getList(context.caller(), kind, { limit, cursor: cursor ?? undefined })))
  }

  @Mutation(() => RulesDraft, {
    nullable: true,
    description: 'Replaces the draft of the rules, which decides nothing.',
  })
  async putRulesDraft(
    @Arg('input', () => PutRulesDraftInput, { description: 'The whole set.' }) input: PutRulesDraftInput,
    @Ctx() { rules, caller, call, check }: GraphqlContext,
  ): Promise<RulesDraft> {
    const body = check('putRulesDraft', { rules: input.rules.map(conditionOf) })
    return camel(withTexts(draftBody(await rules.putRulesDraft(caller(), body.rules, call().actor))))
  }

  @Mutation(() => LiveRules, {
    nullable: true,
    description: 'Makes the draft live, as a new version, which decides every later request.',
  })
  async activateRules(
    @Arg('input', () => ActivateRulesInput, { description: 'What must be so.' }) input: ActivateRulesInput,
    @Ctx() { rules, caller, call, check }: GraphqlContext,
  ): Promise<LiveRules> {
    const body = check('activateRules', input)
    const checked = { liveVersion: body?.live_version, draftUpdatedAt: body?.draft_updated_at }
    return camel(withTexts(liveBody(await rules.activateRules(caller(), checked, call().actor))))
  }

  @Mutation(() => LiveRules, { nullable: true, description: 'Makes an earlier version of the rules live again.' })
  async rollbackRules(
    @Arg('input', () => RollbackRulesInput, { description: 'Which version.' }) input: RollbackRulesInput,
    @Ctx() { rules, caller, call, check }: GraphqlContext,
  ): Promise<LiveRules> {
    const { version } = check('rollbackRules', input)
    return camel(withTexts(liveBody(await rules.rollbackRules(caller(), version, call().actor))))
  }

  @Mutation(() => AccountList, { nullable: true, description: 'Replaces all entries of a list at once.' })
  async putList(
    @Arg('input', () => PutListInput, { description: 'The list and its entries.' }) { list, ...input }: PutListInput,
    @Ctx() { rules, caller, call, check }: GraphqlContext,
  ): Promise<AccountList> {
    const { entries } = check('putList', input)
    return camel(listBody(await rules.putList(caller(), list, entries, call().actor)))
  }
}

/** The queries of now, or as of a time. */
const rulesAt = async (
  asOf: Date | null | undefined,
  { rules, past, caller, call }: GraphqlContext,
): Promise<PastRules> => (asOf ? past.rules(caller(), asOf, call().signal) : rules)

/** @throws Failure VALIDATION_ERROR if the condition is not JSON, or not of a size that is read */
function conditionOf(rule: PutRulesDraftInput['rules'][number], index: number) {
  try {
    return { ...rule, when: parseJson(Buffer.from(rule.when)) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw invalidAt(`/rules/${index}/when`, `/rules/${index}/when: must be JSON, such as {"all": []}`)
  }
}
