import { Field, ID, InputType, Int } from 'type-graphql'

@InputType({ description: 'Contact details of the new account.' })
export class CreateAccountInput {
  @Field(() => String, { description: "The owner's contact address. Must be an email address (RFC 5321)." })
  readonly email!: string

  @Field(() => String, { nullable: true, description: "The owner's name, 1 to 100 characters." })
  readonly name?: string | null
}

@InputType({ description: 'Options for the new key; all fields are optional.' })
export class GenerateKeyInput {
  @Field(() => String, { nullable: true, description: 'A label for the key, 1 to 100 characters.' })
  readonly name?: string | null

  @Field(() => Int, {
    nullable: true,
    description: 'Days until the key expires, 1 to 3,650. Default: never.',
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
}

@InputType({ description: 'Which API key to revoke.' })
export class RevokeKeyInput {
  @Field(() => ID, { description: 'The `id` of the key as listed in `me.keys`, not the key itself.' })
  readonly id!: string
}
