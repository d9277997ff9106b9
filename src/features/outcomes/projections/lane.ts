/** The lane of this feature's projections: reads of other models do not wait for them. */
export const LANE = 'outcomes'
