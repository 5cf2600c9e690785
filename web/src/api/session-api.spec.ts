import { createQueryClient } from './query-client.ts';
import { getCurrentUser } from './session-api.ts';

/** Spec sections 4 and 9. */
describe('the answer to who is signed in', () => {
  it('is fresh for five minutes and asked again by nothing but that [spec 9.9]', () => {
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
