import { createQueryClient } from './query-client.ts';
import { getCurrentUser } from './session-api.ts';

/** Spec sections 4 and 9. */
describe('session queries', () => {
  it('the current user query stays fresh for five minutes and is not refetched otherwise [spec 9.9]', () => {
    const options = createQueryClient().defaultQueryOptions(getCurrentUser());
    expect(options.staleTime).toBe(300_000);
    expect(options).toMatchObject({
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnMount: false,
      refetchOnReconnect: false,
    });
  });
});
