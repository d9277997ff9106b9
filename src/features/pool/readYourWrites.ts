/**
 * Whoever asks for his own standing waits this long for what he has just contributed. While shared batches are folded,
 * read models may be further behind: then he is told what they say.
 */
export const READ_YOUR_WRITES_TIMEOUT_MS = 1_000
