/** Goes with a link back to a list: it is to stand there as it was left, unfiltered if it was that. */
export const AS_IT_WAS = 'as-it-was';
