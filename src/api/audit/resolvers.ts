// GraphQL queries of the audit log.
import { Args, ArgsType, Ctx, Field, ID, Query, Resolver } from 'type-graphql'
import type { AuditEntryView, AuditKind } from '../../features/audit/index.js'
import type { Connection } from '../graphql/connection.js'
import { AuditConnection } from '../graphql/connections.js'
import type { GraphqlContext } from '../graphql/context.js'
import { PageArgs, toConnection } from '../graphql/page.js'
import { AuditKindEnum } from './types.js'

@ArgsType()
class AuditArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Start: a time, or a UTC date. Default: when the account was created.',
  })
  readonly from?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'End, exclusive: a time, or a UTC date, with its whole day. Default: now.',
  })
  readonly to?: string | null

  @Field(() => AuditKindEnum, { nullable: true, description: 'Only entries of this kind.' })
  readonly kind?: AuditKind | null

  @Field(() => ID, { nullable: true, description: 'Only what was done with the API key that has this `id`.' })
  readonly key?: string | null
}

@Resolver()
export class AuditResolver {
  @Query(() => AuditConnection, {
    nullable: true,
    description: 'Who changed what in the account, and with which key, newest first. Sandbox keys see no entries.',
  })
  async audit(
    @Args(() => AuditArgs) args: AuditArgs,
    @Ctx() { audit, caller }: GraphqlContext,
  ): Promise<Connection<AuditEntryView>> {
    const { first, after, from, to, kind, key } = args
    const owner = caller()
    const filter = { from: from ?? undefined, to: to ?? undefined, kind: kind ?? undefined, key: key ?? undefined }
    const page = await audit.listAuditEntries(owner, { ...filter, limit: first, cursor: after ?? undefined })
    const items = page.entries.map((node, index) => ({ cursor: page.cursors[index]!, node }))
    const count = () => audit.countAuditEntries(owner, filter)
    return toConnection({ items, more: page.nextCursor !== null, end: page.nextCursor, count }, args)
  }
}
