/**
 * Version of the form in which documents are stored. 1: JSON text, in releases up to 0.1.0; 2: native BSON. Increment it
 * when an older program could misread what this one writes.
 */
export const FORM = 2
