import { exerciseClient } from './exerciseClient.mjs'

/* For Deno and Bun: reads its argument from GIVEN, and prints the result. */
const given = globalThis.Deno ? Deno.env.get('GIVEN') : process.env.GIVEN
const result = await exerciseClient(JSON.parse(given))
// biome-ignore lint/suspicious/noConsole: the test reads it
console.log(JSON.stringify(result))
