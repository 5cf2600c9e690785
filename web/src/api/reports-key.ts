/** Everything read of AI reports starts with this key. In a file of its own: every screen listens to it, few read reports. */
export const REPORTS_KEY = ['/api/reports'] as const;
