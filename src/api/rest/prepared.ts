// Typing of prepared bodies, which the contract describes by their content.
import type { Prepared } from '../../httpMessages/prepared.js'

/** A prepared body as the type that the contract declares for its content. */
export const contentOf = <Content>(body: Prepared): Content => body as unknown as Content
