/** Documents in the list (spec section 5). Said again because importing the contract would bring class-validator to the browser. */
export const MOST_DOCUMENTS: typeof import('@clearwatch/contracts/http/documents').MOST_DOCUMENTS = 20;

/** From so many on the list says how many more fit. */
export const HINT_FROM = 15;
