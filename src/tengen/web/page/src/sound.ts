// A stone put on wood: a short knock of filtered noise, made here so that no file has to be loaded.
const LENGTH = 0.09; // seconds
const PITCH = 1100; // hertz

let audio: AudioContext | null = null;

export function playStoneSound(): void {
  if (!navigator.userActivation.hasBeenActive) return; // browsers are silent before the first click or key
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  const source = audio.createBufferSource();
  source.buffer = knock(audio);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = PITCH * (0.94 + 0.12 * Math.random()); // no two stones sound the same
  filter.Q.value = 3;
  source.connect(filter).connect(audio.destination);
  source.start();
}

function knock(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(LENGTH * context.sampleRate), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) {
    samples[at] = (2 * Math.random() - 1) * Math.exp((-60 * at) / context.sampleRate);
  }
  return buffer;
}
