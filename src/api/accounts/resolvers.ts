import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Failure } from '../../kernel/failure.js'
import { invalid } from '../contract/problems.js'
import type { GraphqlContext } from '../graphql/context.js'
import { CreateAccountInput, GenerateKeyInput, RevokeKeyInput } from './inputs.js'
import { REVOKED_MESSAGES } from './rest.js'
import { Account, AccountCreated, ApiKey, KeyGenerated, KeyRevoked, Pricing, UsageStats } from './types.js'

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

@Resolver(() => Account)
export class AccountResolver {
  @Query(() => Account, {
    nullable: true,
    description: 'The account of the calling key. Sandbox keys see a placeholder owner.',
  })
  me(@Ctx() { accounts, caller }: GraphqlContext) {
    return accounts.getAccount(caller())
  }

  @FieldResolver(() => [ApiKey], {
    nullable: true,
    description: 'Active keys, oldest first. Sandbox keys see only sandbox keys.',
  })
  keys(@Root() account: Account, @Ctx() context: GraphqlContext) {
    return context.accounts.listKeys(ownerOf(account, context))
  }

  @Query(() => UsageStats, {
    nullable: true,
    description: "The account's usage of a month and its limits. Sandbox keys see no usage.",
  })
  async usage(
    @Arg('month', () => String, { nullable: true, description: 'UTC month, `yyyy-mm`. Default: the current month.' })
    month: string | null | undefined,
    @Ctx() { verification, caller }: GraphqlContext,
  ) {
    if (typeof month === 'string' && !MONTH.test(month)) {
      throw invalid([
        { path: '/month', message: '`month` must be a year and a month, such as `2026-11`', keyword: 'format' },
      ])
    }
    const { perMinute, perSecond, plan, ...currentMonth } = await verification.getUsage(caller(), month ?? undefined)
    return { currentMonth, rateLimits: { perMinute, perSecond }, plan }
  }

  @Query(() => Pricing, { nullable: true, description: 'The plans and their prices. No API key required.' })
  pricing(@Ctx() { accounts }: GraphqlContext) {
    const tiers = accounts.getPricing().map(({ price, perMonth, perMinute, ...tier }) => ({
      ...tier,
      priceMonthly: price,
      validationsPerMonth: perMonth,
      rateLimitPerMinute: perMinute,
    }))
    return { success: true, currency: 'USD', tiers }
  }

  @Mutation(() => AccountCreated, {
    nullable: true,
    description: 'Creates an account and its first key. No API key required.',
  })
  async createAccount(
    @Arg('input', () => CreateAccountInput, { description: 'Contact details.' }) input: CreateAccountInput,
    @Ctx() context: GraphqlContext,
  ) {
    const { email, name = null } = context.check('createAccount', input)
    const { correlationId, commandId } = context.call().actor
    const { account, apiKey } = await context.accounts.createAccount({ email, name }, { correlationId, commandId })
    return { success: true, account, apiKey }
  }

  @Mutation(() => KeyGenerated, { nullable: true, description: 'Generates another key for the account.' })
  async generateKey(
    @Arg('input', () => GenerateKeyInput, { description: 'Options for the key.' }) input: GenerateKeyInput,
    @Ctx() context: GraphqlContext,
  ) {
    const caller = context.caller()
    const body = context.check('generateKey', input) ?? {}
    const { name = null, expires_in_days, revoke_current_after_s, sandbox } = body
    const wishes = {
      name,
      ...(expires_in_days !== undefined && { expiresInDays: expires_in_days }),
      ...(revoke_current_after_s !== undefined && { revokeCurrentAfter: revoke_current_after_s }),
      ...(sandbox !== undefined && { sandbox }),
      seed: undefined,
    }
    const { apiKey, key } = await context.accounts.generateKey(caller, wishes, context.call().actor)
    return { success: true, apiKey, key }
  }

  @Mutation(() => KeyRevoked, {
    nullable: true,
    description: "Revokes one of the account's keys. The last active key cannot be revoked.",
  })
  async revokeKey(
    @Arg('input', () => RevokeKeyInput, { description: 'The key to revoke.' }) { id }: RevokeKeyInput,
    @Ctx() { accounts, caller, call }: GraphqlContext,
  ) {
    const outcome = await accounts.revokeKey(caller(), id, call().actor)
    return { success: true, message: REVOKED_MESSAGES[outcome] }
  }
}

/** What belongs to an account is for its own keys, also where somebody has just made another. @throws Failure */
export function ownerOf({ id }: Account, { caller }: GraphqlContext) {
  const own = caller()
  if (own.account !== id) throw new Failure('NOT_FOUND', 'Ask for this with a key of that account.')
  return own
}
