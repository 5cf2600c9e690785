import { createQueryClient } from './query-client.ts';
import { getCurrentUser } from './session-api.ts';

/** Spec sections 4 and 9. */
describe('the answer to who is signed in', () => {
  it('is fresh for five minutes and asked again by nothing but that [spec 9.9]', () => {
    const asked = createQueryClient().defaultQueryOptions(getCurrentUser());
    expect(asked.staleTime).toBe(300_000);
    expect(asked).toMatchObject({
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnMount: false,
      refetchOnReconnect: false,
    });
  });
});
