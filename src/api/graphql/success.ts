import { Field, ObjectType } from 'type-graphql'

/** The field that confirmations have in common; not a type of the schema itself. */
@ObjectType()
export abstract class Success {
  @Field(() => Boolean, { description: 'Always true.' })
  readonly success!: boolean
}
