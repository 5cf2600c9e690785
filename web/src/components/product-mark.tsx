export function ProductMark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="product-mark">
      <rect width="32" height="32" rx="7" fill="#0f766e" />
      <path
        d="M5 16c3-5.3 6.7-8 11-8s8 2.7 11 8c-3 5.3-6.7 8-11 8S8 21.3 5 16Z"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M10.5 18.5 14 14.5l3 2.5 4.5-5"
        fill="none"
        stroke="#5eead4"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
