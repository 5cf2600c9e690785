import { useSearchParams } from 'react-router-dom';
import { textIn, wordIn } from '../../../addresses/read-param.ts';
import { type RuleFilter, SHOWN } from './rule-filter.ts';

interface AddressedFilter extends RuleFilter {
  change: (part: Partial<RuleFilter>) => void;
}

/** Which rules and numbers are looked for lives in the address. What is typed or chosen here is no step to go back through. */
export function useRuleFilter(): AddressedFilter {
  const [params, setParams] = useSearchParams();
  const filter = { search: textIn(params, 'rule'), shown: wordIn(params, 'numbers', SHOWN) };
  return {
    ...filter,
    change: (part) =>
      setParams(
        (current) => {
          const { search, shown } = Object.assign({}, filter, part);
          const changed = new URLSearchParams(current);
          changed.delete('rule');
          changed.delete('numbers');
          if (search !== '') changed.set('rule', search);
          if (shown !== '') changed.set('numbers', shown);
          return changed;
        },
        { replace: true },
      ),
  };
}
