interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** Wraps a function of one object so that it computes each result only once. */
export function memoize<Key extends WeakKey, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const results = new WeakMap<Key, Value>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}

export function getOrAdd<Key, Value>(cache: Cache<Key, Value>, key: Key, create: () => Value): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const created = create();
  cache.set(key, created);
  return created;
}
