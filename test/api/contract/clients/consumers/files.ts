/** A file to upload: two rows, whose addresses are in the second column. */
export const LIST = 'name;address\nAda;ada@explicit.mailproof.net\nBob;not an address\n'

/** The first cells of the rows of a CSV file with semicolons, after its header. */
export const namesIn = (csv: string): string[] =>
  csv
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(';')[0]!)
