import { Injectable } from '@nestjs/common';

/** Where one way of searching gives way to another. A test makes them small, to go all ways with few entries. */
@Injectable()
export class SearchLimits {
  /** So many entries are found through indexes and sorted in a moment: it makes no difference how many more there are. */
  few = 20_000;
  /** Longest list of texts that is sent along with a question. Beyond it each entry's text is looked up: they are everywhere. */
  texts = 50_000;
  /** Entries that a walk passes at most, in whole days: a tenth of a second. */
  walk = 200_000;
  /** Further than this nobody counts on a walk. */
  countedOnWalk = 10_000;
  /** Counting so many takes about as long as anybody should wait for a number. */
  countable = 1_500_000;
  /** An exact number is worth so many milliseconds. */
  countMs = 200;
}
