/** What jsdom has behind a list of elements; one class for all test files of a process. */
interface Behind {
  namedItem: (name: string) => unknown;
  knowsLength?: true;
}

/**
 * jsdom looks through a whole list for an element called `length` whenever it is asked how long the list is, at each step of
 * a loop. Here it does not look: no element has that name.
 */
export function knowLengthsOfLists(): void {
  const list = document.getElementsByTagName('*');
  const symbol = Object.getOwnPropertySymbols(list).find(({ description }) => description === 'impl');
  const lists = Object.getPrototypeOf(Reflect.get(list, symbol ?? 'impl')) as Behind;
  if (lists.knowsLength === true) return;
  const { namedItem } = lists;
  Object.assign(lists, {
    knowsLength: true,
    namedItem(this: Behind, name: string) {
      return name === 'length' ? null : namedItem.call(this, name);
    },
  });
}
