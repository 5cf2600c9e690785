export const NO_SUCH_FILTER = 'There is no such saved filter.';
