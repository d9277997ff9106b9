// Inputs of the GraphQL mutations of accounts and keys.
import { Field, ID, InputType, Int } from 'type-graphql'
import type { Scope } from '../../features/accounts/index.js'
import { KeyScopeEnum } from './types.js'

@InputType({ description: 'Contact details of the new account.' })
export class CreateAccountInput {
  @Field(() => String, { description: "The owner's contact address. Must be an email address (RFC 5321)." })
  readonly email!: string

  @Field(() => String, { nullable: true, description: "The owner's name, 1 to 100 characters." })
  readonly name?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Code of an invitation, where the operator requires one. It can be used once.',
  })
  readonly invite?: string | null
}

@InputType({ description: 'Options for the new key; all fields are optional.' })
export class GenerateKeyInput {
  @Field(() => String, { nullable: true, description: 'A label for the key, 1 to 100 characters.' })
  readonly name?: string | null

  @Field(() => Int, {
    nullable: true,
    description:
      'Days until the key expires, 1 to 3,650. Default: never, or at the end of the calling key if that one has scopes or networks.',
  })
  readonly expiresInDays?: number | null

  @Field(() => Int, {
    nullable: true,
    description:
      'Seconds until the key used for this call is revoked, up to 30 days. Default: the key stays active. To revoke a key at once, use `revokeKey`.',
  })
  readonly revokeCurrentAfterS?: number | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether to create a sandbox key. Sandbox calls are free, and their results depend only on the local part of the address. Default: the kind of the calling key.',
  })
  readonly sandbox?: boolean | null

  @Field(() => [KeyScopeEnum], {
    nullable: true,
    description: 'What the key may do. Default: what the calling key may do.',
  })
  readonly scopes?: readonly Scope[] | null

  @Field(() => [String], {
    nullable: true,
    description:
      'Networks that the key may be used from, in CIDR notation, or single addresses; up to 20. Default: those of the calling key.',
  })
  readonly networks?: readonly string[] | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the key is for the source of a page: it can then only call `POST /v1/check`, from `origins`. Default: false.',
  })
  readonly publishable?: boolean | null

  @Field(() => [String], {
    nullable: true,
    description: 'Origins of the pages that a publishable key is for, such as `https://shop.example`; 1 to 20.',
  })
  readonly origins?: readonly string[] | null
}

@InputType({ description: 'Settings of an account to change; omitted fields stay unchanged.' })
export class UpdateAccountInput {
  @Field(() => Int, {
    nullable: true,
    description: 'For how many days masked addresses are kept beside decisions, at most 365; 0 keeps none.',
  })
  readonly keepAddressesDays?: number | null
}

@InputType({ description: 'Which API key to revoke.' })
export class RevokeKeyInput {
  @Field(() => ID, { description: 'The `id` of the key as listed in `me.keys`, not the key itself.' })
  readonly id!: string
}
