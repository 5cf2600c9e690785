/** Everything read of AI reports starts with this key. */
export const REPORTS_KEY = ['/api/reports'] as const;
