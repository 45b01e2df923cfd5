// Elements, and how numbers are written. Texts only ever become text nodes and attributes of ours.

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(key, value === true ? "" : value);
    }
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function json(id) {
  const script = document.getElementById(id);
  return script && JSON.parse(script.textContent);
}

const whole = new Intl.NumberFormat("en-US");

function span(ms) {
  if (ms === null || ms === undefined) return "";
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(seconds < 9.995 ? 2 : 1)} s`;
  const all = Math.round(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(all / 60);
  if (minutes < 60) return `${minutes}:${two(all % 60)} min`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(all % 60)} h`;
}

function dollars(cost) {
  if (cost === null || cost === undefined) return "";
  return `$${cost === 0 || cost >= 0.995 ? cost.toFixed(2) : Number(cost.toPrecision(2))}`;
}
