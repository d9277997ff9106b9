import { Field, ID, InputType, Int } from 'type-graphql'

@InputType({ description: 'Whom a new account belongs to.' })
export class CreateAccountInput {
  @Field(() => String, { description: "Where the account's owner is reached. It must be an email address (RFC 5321)." })
  readonly email!: string

  @Field(() => String, { nullable: true, description: "What to call the account's owner, 1 to 100 characters." })
  readonly name?: string | null
}

@InputType({ description: 'What kind of key to make; every member may be left out.' })
export class GenerateKeyInput {
  @Field(() => String, { nullable: true, description: 'A name by which you know the key again, 1 to 100 characters.' })
  readonly name?: string | null

  @Field(() => Int, {
    nullable: true,
    description: 'After how many days the key stops working, 1 to 3,650; without it, never.',
  })
  readonly expiresInDays?: number | null

  @Field(() => Int, {
    nullable: true,
    description:
      'After how many seconds the key that this call is made with stops working, up to 30 days; 0 is at once. Without it, that key goes on working.',
  })
  readonly revokeCurrentAfterS?: number | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Make a sandbox key, whose calls cost nothing and answer by the local part of the address. Without it, the key is of the same kind as the one that the call is made with.',
  })
  readonly sandbox?: boolean | null
}

@InputType({ description: 'Which key to delete.' })
export class RevokeKeyInput {
  @Field(() => ID, { description: 'Its identifier.' })
  readonly id!: string
}
