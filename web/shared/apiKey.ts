/** What is wrong with a text as an API key if no header can carry it, such as a masked key (`mpk_7Qx2…`). */
export const keyProblem = (key: string): string | undefined =>
  /^[\x20-\x7e]*$/.test(key)
    ? undefined
    : 'This is not a whole API key. A key is shown in full only once, when it is made.'
