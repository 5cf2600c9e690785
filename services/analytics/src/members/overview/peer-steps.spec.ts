import { peerSteps, stepOf } from './peer-steps.ts';

const counted = peerSteps([
  { from: 0, peers: 5 },
  { from: 10, peers: 2 },
  { from: 100, peers: 1 },
]);

it('counts who is below each step', () => {
  expect(counted.total).toBe(8);
  expect(counted.steps.map(({ below }) => below)).toEqual([0, 5, 7]);
});

it.each([
  [0, 0],
  [9, 0],
  [10, 10],
  [99, 10],
  [100, 100],
  [1_000_000, 100],
])('finds %i in the step from %i', (value, from) => {
  expect(stepOf(counted, value).from).toBe(from);
});

it('finds nobody below a value of which there are no peers', () => {
  expect(stepOf(peerSteps([]), 7)).toEqual({ from: 0, peers: 0, below: 0 });
});
