interface Ended {
  readonly status: string
  readonly deliverable: number
  readonly risky: number
  readonly unknown: number
  readonly mistyped: number
  readonly duplicates?: number
}

/** What to do with the result of an upload, in sentences; undefined until it is completed. */
export function nextStepOf({
  status,
  deliverable,
  risky,
  unknown,
  mistyped,
  duplicates = 0,
}: Ended): string | undefined {
  if (status !== 'completed') return undefined
  const rows = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`
  return [
    deliverable > 0
      ? `Mail the ${rows(deliverable)} of \`only=deliverable\`.`
      : 'No row is deliverable: do not mail this list.',
    ...(risky > 0 ? [`Decide about the ${rows(risky)} of \`only=risky\`.`] : []),
    ...(mistyped > 0 ? [`Check the corrections in \`mp_did_you_mean\` (${rows(mistyped)}).`] : []),
    ...(unknown > 0 ? [`Verify the ${rows(unknown)} of \`only=unknown\` again tomorrow.`] : []),
    ...(duplicates > 0
      ? [
          `${rows(duplicates)} ${duplicates === 1 ? 'repeats' : 'repeat'} a person: \`only=unique\` has one row for each.`,
        ]
      : []),
  ].join(' ')
}
