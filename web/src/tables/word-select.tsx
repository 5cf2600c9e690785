import { Select } from 'antd';
import { useId } from 'react';
import { mainGround } from '../dialogs/main-ground.ts';

interface WordSelectProps<Word extends string> {
  label: string;
  /** What is shown when nothing is chosen. */
  all: string;
  words: readonly Word[];
  labels: Readonly<Record<Word, string>>;
  /** Empty: all. */
  value: Word | '';
  onChange: (value: Word | '') => void;
}

/** A filter by one of a few words, with its label beside it. */
export function WordSelect<Word extends string>(props: WordSelectProps<Word>) {
  const { label, all, words, labels, value, onChange } = props;
  const id = useId();
  const options = [
    { value: '' as Word | '', label: all },
    ...words.map((word) => ({ value: word, label: labels[word] })),
  ];
  return (
    <span className="labelled-field">
      <label htmlFor={id}>{label}</label>
      <Select<Word | ''>
        id={id}
        className="word-select"
        getPopupContainer={mainGround}
        virtual={false}
        popupMatchSelectWidth={false}
        options={options}
        value={value}
        onChange={onChange}
      />
    </span>
  );
}
