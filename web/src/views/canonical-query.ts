interface AddressForm<State> {
  read: (params: URLSearchParams) => State;
  write: (state: State) => URLSearchParams;
}

/** How a list writes a query: names it knows, in its own order, on the first page. */
export function canonicalQuery<State extends { page: number }>({ read, write }: AddressForm<State>) {
  return (query: string): string => write({ ...read(new URLSearchParams(query)), page: 1 }).toString();
}
