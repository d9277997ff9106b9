const PREFIX = 'documents.'

/** Name of the MongoDB collection. Our names contain no hyphen; MongoDB rejects names that end in a dot. */
export const physicalName = (collection: string): string => `${PREFIX}${collection.replaceAll('.', '-')}`

/** The collection with that name in MongoDB; undefined if it is none of ours. */
export const collectionOf = (physical: string): string | undefined =>
  physical.startsWith(PREFIX) ? physical.slice(PREFIX.length).replaceAll('-', '.') : undefined
