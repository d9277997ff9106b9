// GraphQL queries and mutations of accounts and API keys.
import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { Caller } from '../../features/accounts/index.js'
import { Failure } from '../../kernel/failure.js'
import { isMonth } from '../../kernel/months.js'
import { invalid } from '../contract/problems.js'
import { camel } from '../graphql/camel.js'
import type { GraphqlContext } from '../graphql/context.js'
import { DateTime } from '../graphql/dateTime.js'
import { AS_OF } from '../past.js'
import { CreateAccountInput, GenerateKeyInput, RevokeKeyInput, UpdateAccountInput } from './inputs.js'
import { LINK_MESSAGES, pricingBody, REVOKED_MESSAGES, usageBody } from './present.js'
import { accountChanges, generateKeyInput, newAccountInput } from './requests.js'
import {
  Account,
  AccountCreated,
  ApiKey,
  ConfirmationRequested,
  KeyGenerated,
  KeyRevoked,
  Pricing,
  UsageStats,
} from './types.js'

@Resolver(() => Account)
export class AccountResolver {
  @Query(() => Account, {
    nullable: true,
    description: 'The account of the calling key. Sandbox keys see a placeholder owner.',
  })
  async me(
    @Arg('asOf', () => DateTime, { nullable: true, description: AS_OF }) asOf: Date | null | undefined,
    @Ctx() { accounts, past, caller, call }: GraphqlContext,
  ): Promise<Account> {
    const { getAccount } = asOf ? await past.accounts(caller(), asOf, call().signal) : accounts
    return getAccount(caller())
  }

  @FieldResolver(() => [ApiKey], {
    nullable: true,
    description: 'Active keys, oldest first. Sandbox keys see only sandbox keys.',
  })
  async keys(
    @Root() account: Account,
    @Arg('asOf', () => DateTime, { nullable: true, description: AS_OF }) asOf: Date | null | undefined,
    @Ctx() context: GraphqlContext,
  ): Promise<ApiKey[]> {
    const owner = ownerOf(account, context)
    const { listKeys } = asOf ? await context.past.accounts(owner, asOf, context.call().signal) : context.accounts
    return listKeys(owner)
  }

  @Query(() => UsageStats, {
    nullable: true,
    description: "The account's usage of a month and its limits. Sandbox keys see no usage.",
  })
  async usage(
    @Arg('month', () => String, { nullable: true, description: 'UTC month, `yyyy-mm`. Default: the current month.' })
    month: string | null | undefined,
    @Arg('asOf', () => DateTime, { nullable: true, description: AS_OF }) asOf: Date | null | undefined,
    @Ctx() { verification, past, caller, call }: GraphqlContext,
  ): Promise<UsageStats> {
    if (typeof month === 'string' && !isMonth(month)) {
      throw invalid([
        {
          path: '/month',
          message: '`month` must be a month in the form `yyyy-mm`, such as `2026-11`',
          keyword: 'format',
        },
      ])
    }
    const { getUsage } = asOf ? await past.verification(caller(), asOf, call().signal) : verification
    const view = await getUsage(caller(), month ?? undefined)
    const { currentMonth, ...rest } = camel(usageBody(view))
    return { ...rest, currentMonth: { month: view.month, ...currentMonth, days: view.days } }
  }

  @Query(() => Pricing, { nullable: true, description: 'The plans and their prices. No API key required.' })
  pricing(@Ctx() { accounts }: GraphqlContext): Pricing {
    return camel(pricingBody(accounts.getPricing()))
  }

  @Mutation(() => AccountCreated, {
    nullable: true,
    description: 'Creates an account and its first key. No API key required.',
  })
  async createAccount(
    @Arg('input', () => CreateAccountInput, { description: 'Contact details of the new account.' })
    input: CreateAccountInput,
    @Ctx() context: GraphqlContext,
  ): Promise<AccountCreated> {
    const wanted = newAccountInput(context.check('createAccount', input))
    const { correlationId, commandId } = context.call().actor
    const { account, apiKey } = await context.accounts.registerAccount(wanted, { correlationId, commandId })
    return { success: true, account, apiKey }
  }

  @Mutation(() => Account, {
    nullable: true,
    description: 'Changes settings of the account; omitted fields stay unchanged.',
  })
  updateAccount(
    @Arg('input', () => UpdateAccountInput, { description: 'The changes.' }) input: UpdateAccountInput,
    @Ctx() { accounts, caller, call, check }: GraphqlContext,
  ): Promise<Account> {
    return accounts.updateAccount(caller(), accountChanges(check('updateAccount', input)), call().actor)
  }

  @Mutation(() => ConfirmationRequested, {
    nullable: true,
    description: "Has another link sent that confirms the owner's address, three a day at most.",
  })
  async requestConfirmation(@Ctx() { mails, caller, call }: GraphqlContext): Promise<ConfirmationRequested> {
    const status = await mails.requestLink(caller(), call().actor)
    return { success: true, status, message: LINK_MESSAGES[status] }
  }

  @Mutation(() => KeyGenerated, { nullable: true, description: 'Generates another key for the account.' })
  async generateKey(
    @Arg('input', () => GenerateKeyInput, { description: 'Options for the key.' }) input: GenerateKeyInput,
    @Ctx() context: GraphqlContext,
  ): Promise<KeyGenerated> {
    const caller = context.caller()
    const wanted = generateKeyInput(context.check('generateKey', input), undefined)
    const { apiKey, key } = await context.accounts.generateKey(caller, wanted, context.call().actor)
    return { success: true, apiKey, key }
  }

  @Mutation(() => KeyRevoked, {
    nullable: true,
    description: "Revokes one of the account's keys. The last active key cannot be revoked.",
  })
  async revokeKey(
    @Arg('input', () => RevokeKeyInput, { description: 'Which API key to revoke.' }) { id }: RevokeKeyInput,
    @Ctx() { accounts, caller, call }: GraphqlContext,
  ): Promise<KeyRevoked> {
    const outcome = await accounts.revokeKey(caller(), id, call().actor)
    return { success: true, message: REVOKED_MESSAGES[outcome] }
  }
}

/**
 * The caller, if it belongs to the account. A mutation may return another account, whose fields its caller cannot read.
 * @throws Failure NOT_FOUND
 */
export function ownerOf({ id }: Account, { caller }: GraphqlContext): Caller {
  const own = caller()
  if (own.account !== id) throw new Failure('NOT_FOUND', 'Not accessible with this API key.')
  return own
}
