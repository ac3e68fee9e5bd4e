import './rows.css';

/** The browser's own box: far lighter than a component in thousands of rows. */
export function RowCheckbox(props: { label: string; checked: boolean; partly?: boolean; onChange: () => void }) {
  const { label, checked, partly, onChange } = props;
  return (
    <label className="box">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        {...(partly === undefined
          ? {}
          : {
              ref: (element: HTMLInputElement | null) => {
                if (element) element.indeterminate = partly;
              },
            })}
        onChange={onChange}
      />
    </label>
  );
}
