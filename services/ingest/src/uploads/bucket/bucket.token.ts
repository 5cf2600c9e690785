/** The bucket of uploaded files; null when they live in a folder. */
export const BUCKET = Symbol('BUCKET');
