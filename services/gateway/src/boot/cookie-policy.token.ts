export const COOKIE_POLICY = Symbol('cookie policy');
