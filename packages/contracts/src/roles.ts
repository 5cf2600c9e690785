/** Roles of staff, stored as text on the user (spec section 6). */
export const ROLES = ['User', 'Admin'] as const;
export type Role = (typeof ROLES)[number];
