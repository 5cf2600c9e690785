/** Spec section 8. */
export const TRANSACTION_NOT_FOUND = 'Transaction not found';
